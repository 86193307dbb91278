// @ts-nocheck: only em++ knows Module and ENV.
// Added to the test programs' JavaScript by em++: GoogleTest reads from the environment which part of the
// tests to run.
Module.preRun = () => Object.assign(ENV, process.env);
