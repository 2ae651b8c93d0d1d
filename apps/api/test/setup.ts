import { afterAll } from 'vitest';
import { dropDatabases } from './database.ts';

// Before each test file. As the first hook to be registered it is the last to run, after the file's own have stopped what
// uses the databases.
afterAll(dropDatabases);
