import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { circleViolations } from '../../web/scripts/layers/circles.mjs';
import { cppViolations, schemeNames } from '../../web/scripts/layers/cpp.mjs';
import { violations } from '../../web/scripts/layers/layers.mjs';
import { schemeNameViolations, webViolations } from '../../web/scripts/layers/web.mjs';

const project = fileURLToPath(new URL('../..', import.meta.url));
/** A small tree in which every rule is broken. */
const broken = fileURLToPath(new URL('../fixtures/layers', import.meta.url));

describe('does the checker see a broken rule?', () => {
  it('in C++ includes', () => {
    expect(cppViolations(broken).sort()).toEqual([
      'engine-wasm/base/upward.h includes "sim/kernel.h", which is no layer below it',
      'engine-wasm/crash/oracle.cc includes "workload/script.h", which is no layer below it',
      'engine-wasm/run/life/session.cc includes "../base/upward.h", which is not a path from engine-wasm',
      'engine-wasm/run/life/session.cc includes "run/reply/frame.h": run/life may not use run/reply',
      'engine-wasm/run/life/session.cc includes "scheme/systems/beta/engine.h": only the registry knows the schemes',
      'engine-wasm/run/stray.cc: it is in no room of run',
      'engine-wasm/scheme/contract/scheme.h includes "scheme/shared/pages/parts.h", which is no room below it',
      'engine-wasm/scheme/shared/pages/parts.cc includes "scheme/systems/beta/engine.h": only the registry knows the schemes',
      'engine-wasm/scheme/stray.h: it is in no room of scheme',
      'engine-wasm/scheme/systems/alpha_log/engine.cc includes "scheme/systems/beta/engine.h": only the registry knows the schemes',
      'engine-wasm/scheme/systems/gamma/gamma.cc includes "scheme/systems/alpha_log/engine.h": only the registry knows the schemes',
    ]);
  });

  it('in TypeScript imports', () => {
    expect(webViolations(broken).sort()).toEqual([
      'web/chart/axes.ts imports ../lab/lab_view: web/chart may not use web/lab',
      'web/engine/stage/client.ts imports ../../ui/words: web/engine/stage may not use web/ui',
      'web/engine/stray.ts: it is in no room of web/engine',
      'web/engine/worker/pool.ts imports ../stage/client: web/engine/worker may not use web/engine/stage',
      'web/extra/extra.ts: its folder is not in the list of parts',
      'web/lab/model/points.ts imports ../store/points: web/lab/model may not use web/lab/store',
      'web/lab/model/points.ts imports d3-array: web/lab/model stays free of it',
      'web/lab/store/points.ts imports ../lab_view: web/lab/store may not use web/lab',
      'web/lab/store/points.ts imports react: web/lab/store stays free of it',
      'web/link/link.ts imports ../lab/store/points: web/link may not use web/lab/store',
      'web/model/stray.ts: it is in no room of web/model',
      'web/model/trace/lanes.ts imports ../../store/stage/state: web/model/trace may not use web/store/stage',
      'web/model/trace/lanes.ts imports d3-scale: web/model/trace stays free of it',
      'web/model/trace/lanes.ts imports react: web/model/trace stays free of it',
      'web/model/values/largest.ts imports ../trace/near: web/model/values may not use web/model/trace',
      'web/panels/panels.ts imports ../race/race_view: web/panels may not use web/race',
      'web/race/race_view.tsx imports ../lab/lab_view: web/race may not use web/lab',
      'web/runner/main.ts imports ../lab/store/points: web/runner may not use web/lab/store',
      'web/stage/panel.tsx imports ../engine/generated/engine_traced.mjs: only web/engine knows the generated module',
      'web/stage/panel.tsx imports ../lectures/player: web/stage may not use web/lectures',
      'web/stage/panel.tsx touches WebAssembly: only web/engine does',
      'web/store/stage/state.ts imports ../page/services: web/store/stage may not use web/store/page',
      'web/ui/words.ts imports ../stage/panel: web/ui may not use web/stage',
    ]);
  });

  it('in a circle of imports', () => {
    expect(circleViolations(broken)).toEqual([
      'web/model/trace/near.ts imports web/model/trace/nearer.ts imports web/model/trace/near.ts: a circle',
    ]);
  });

  it('in a view that names a scheme', () => {
    expect(schemeNames(broken).sort()).toEqual(['alpha_log', 'beta', 'gamma']);
    expect(schemeNameViolations(broken)).toEqual([
      'web/stage/panel.tsx names the scheme alpha_log: the engine describes schemes',
      'web/ui/words.ts names the scheme beta: the engine describes schemes',
    ]);
  });
});

describe('does the project keep its own rules?', () => {
  it('in every include, import and view', () => {
    expect(violations(project)).toEqual([]);
  });

  it('and has schemes to look for', () => {
    expect(schemeNames(project)).toContain('nv_logging');
  });
});
