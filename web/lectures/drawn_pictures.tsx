import type { LecturePicture } from '../model/frame/stage_picture';
import { StageThumb } from '../ui/picture/stage_thumb';
import drawn from './pictures.json';

const pictures = drawn as unknown as Readonly<Record<string, LecturePicture>>;

/** A lecture's picture; all pictures are fetched together, once one is nearly in sight. */
export default function DrawnPicture({ lecture }: { lecture: string }) {
  const picture = pictures[lecture];
  return picture && <StageThumb picture={picture} />;
}
