// Reads how a declared array is drawn: what stands behind its declaration and begins with `as`.
#ifndef AFTERIMAGE_SCHEME_SYSTEMS_USER_PROGRAM_VIEW_DRAWING_READER_H_
#define AFTERIMAGE_SCHEME_SYSTEMS_USER_PROGRAM_VIEW_DRAWING_READER_H_

#include "scheme/systems/user_program/compiler.h"

namespace afterimage::own {

class DrawingReader {
 public:
  DrawingReader(Program& program, Reader& reader) : program_(program), reader_(reader) {}

  // Reads a drawing of the place that will be the program's number `number`, if one comes next.
  void Read(Place* place, uint32_t number);
  // Looks the words up that drawings name. REQUIRES: the complete text has been read.
  void Finish();

 private:
  // A word by its name, which may be declared below.
  struct Named {
    uint32_t drawing = 0;
    uint32_t which = 0;  // of its words
    Token name;
    Token field;  // '' for none
    uint32_t line = 0;
  };

  bool MayBe(const Place& place, const Token& as, Drawing* drawing);
  bool Links(const Place& place, uint32_t count, Drawing* drawing);
  bool Positions(Drawing* drawing);
  bool Word(Drawing* drawing);
  void Find(const Named& named);
  bool Complain(const Token& token, const std::string& en, const std::string& zh);

  Program& program_;
  Reader& reader_;
  std::vector<Named> named_;
  std::vector<Named> open_;  // of the drawing that is being read
};

}  // namespace afterimage::own

#endif  // AFTERIMAGE_SCHEME_SYSTEMS_USER_PROGRAM_VIEW_DRAWING_READER_H_
