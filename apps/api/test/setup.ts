import { afterAll } from 'vitest';
import { dropDatabases } from './database.ts';

// Registered before each test file's hooks and therefore run after them, when nothing uses the databases any more.
afterAll(dropDatabases);
