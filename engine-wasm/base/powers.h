// Logarithms and powers that are the same on every machine: those of a C library are not, so they
// must not decide what a run does. Only additions, multiplications and divisions, which IEEE 754
// rounds alike everywhere, are in them.
#ifndef AFTERIMAGE_BASE_POWERS_H_
#define AFTERIMAGE_BASE_POWERS_H_

namespace afterimage {

// Returns the natural logarithm, with a relative error of a few 1e-16. REQUIRES: x is normal and
// positive.
double NaturalLogarithm(double x);
// Returns e to the power of x. REQUIRES: the result is normal.
double Exponential(double x);
// Returns x to the power of y. REQUIRES: x is positive and normal, or 0 while y is positive.
double Power(double x, double y);

}  // namespace afterimage

#endif  // AFTERIMAGE_BASE_POWERS_H_
