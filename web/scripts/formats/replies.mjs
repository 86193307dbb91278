// The types of what the engine replies (web/engine/protocol), from the engine's tables.
import { typesOf } from './types.mjs';

/** @typedef {import('./read_formats.mjs').Formats} Formats */

/**
 * The generated modules, in an order in which each may use the types of those before it.
 * @type {Record<string, {what: string, roots?: string[], names?: string[]}>}
 */
const MODULES = {
  'replies/names': {
    what: 'Words that several replies choose from.',
    names: ['TierId', 'Durability', 'Fate', 'VerdictKind', 'FailureModelId'],
  },
  input_summary: {
    what: 'The summary of a text that comes beside an experiment.',
    roots: ['WorkloadInputSummary'],
  },
  results: {
    what: 'What the engine answers to an experiment.',
    roots: ['ExperimentPlan', 'PointProgress', 'PointResult', 'WearMap'],
  },
  description: {
    what: "The engine's description of itself (`describe`).",
    roots: ['Description'],
  },
  'replies/problem': { what: 'What is wrong with a file.', roots: ['ScenarioProblem'] },
  'replies/session': {
    what: 'An open session, and what it tells while it runs.',
    roots: ['SessionInfo'],
  },
  'replies/frame': {
    what: 'The state at a position (`inspect`).',
    roots: ['ShownExtent', 'Structure', 'Frame', 'ByteView'],
  },
  crash: {
    what: 'Power cuts: what they may leave, and what became of it.',
    roots: ['Outlook', 'Verdict', 'CutRefusal'],
  },
  litmus: { what: "The engine's answer to a litmus program.", roots: ['LitmusReply'] },
  'replies/exploration': {
    what: 'The answers of the crash explorer.',
    roots: ['VerifyProgress', 'ExplorationReport', 'VerifyWay', 'ScheduleSet', 'TriedSchedules'],
  },
};

/**
 * The modules, by path.
 * @param {Formats} formats @param {ReadonlyMap<string, string>} files the types of files, by module
 * @returns {[path: string, text: string][]}
 */
export function replyTypes(formats, files) {
  const elsewhere = new Map(files);
  return Object.entries(MODULES).map(([module, { roots = [], ...how }]) => {
    const { text, told } = typesOf(roots, formats, { module, ...how, elsewhere });
    for (const type of told) elsewhere.set(type, module);
    return [`web/engine/protocol/${module}.ts`, text];
  });
}
