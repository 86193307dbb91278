import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import Ajv2020, { type ErrorObject } from 'ajv/dist/2020.js';
import type { Scenario } from '../../web/engine/protocol';
import type { Course } from '../../web/lectures/model/course';
import type { Prediction } from '../../web/model/experiment/prediction';

const scenarios = fileURLToPath(new URL('../../scenarios/', import.meta.url));

export interface ScenarioFile {
  readonly name: string;
  readonly path: string;
  readonly text: string;
  readonly scenario: Scenario;
}

/** Every lecture that ships. */
export function lectureFiles(): ScenarioFile[] {
  const folder = `${scenarios}lectures/`;
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return names.sort().map((name) => {
    const path = folder + name;
    const text = readFileSync(path, 'utf8');
    return { name, path, text, scenario: JSON.parse(text) as Scenario };
  });
}

function validator(
  kind: 'scenario' | 'experiment' | 'prediction' | 'course' | 'reasons' | 'work',
): (file: unknown) => string[] {
  const schema = JSON.parse(readFileSync(`${scenarios}schema/${kind}.schema.json`, 'utf8'));
  const validate = new Ajv2020({ allErrors: true, allowUnionTypes: true }).compile(schema);
  return (file) => (validate(file) ? [] : [...new Set((validate.errors ?? []).map(pathOf))]);
}

/** Paths (as the engine writes them: `threads[1][3]`) at which the schema finds something wrong. */
export const schemaProblems = validator('scenario');
export const experimentSchemaProblems = validator('experiment');
export const predictionSchemaProblems = validator('prediction');
export const courseSchemaProblems = validator('course');
export const reasonsSchemaProblems = validator('reasons');
/** The problems of one line of work. */
export const workSchemaProblems = validator('work');

/** The course that ships. */
export const courseFile = (): Course =>
  JSON.parse(readFileSync(`${scenarios}course.json`, 'utf8')) as Course;

/** The questions about experiments that ship. */
export function predictionFiles(): { name: string; prediction: Prediction }[] {
  const folder = `${scenarios}predictions/`;
  return readdirSync(folder)
    .sort()
    .map((name) => ({
      name,
      prediction: JSON.parse(readFileSync(folder + name, 'utf8')) as Prediction,
    }));
}

/** Every experiment that ships, in this folder. */
export function experimentFiles(
  where: 'experiments' | 'bench' = 'experiments',
): { name: string; path: string; text: string }[] {
  const folder = `${scenarios}${where}/`;
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return names.sort().map((name) => {
    const path = folder + name;
    return { name, path, text: readFileSync(path, 'utf8') };
  });
}

function pathOf({ instancePath, keyword, params }: ErrorObject): string {
  const missing = keyword === 'required' ? params.missingProperty : undefined;
  const extra = keyword === 'additionalProperties' ? params.additionalProperty : undefined;
  const misnamed = keyword === 'propertyNames' ? params.propertyName : undefined;
  const parts = instancePath
    .split('/')
    .slice(1)
    .concat(missing ?? extra ?? misnamed ?? []);
  return parts
    .map((part) => (/^\d+$/.test(part) ? `[${part}]` : `.${part}`))
    .join('')
    .replace(/^\./, '');
}
