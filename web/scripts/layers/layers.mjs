// The rules for which part may use which, as docs/architecture.md draws them.
import { circleViolations } from './circles.mjs';
import { cppViolations } from './cpp.mjs';
import { schemeNameViolations, webViolations } from './web.mjs';

/** One sentence for each include, import or name that breaks a rule. @param {string} root */
export const violations = (root) => [
  ...cppViolations(root),
  ...webViolations(root),
  ...schemeNameViolations(root),
  ...circleViolations(root),
];
