import type { Plugin } from 'vite';

const IMPORT = /import \{([^}]*)\} from '@tabler\/icons-react';/g;

/** Imports icons by their own modules. The package's index imports more than six thousand, again for each test file. */
export const singleIcons: Plugin = {
  name: 'single-icons',
  enforce: 'pre',
  transform: {
    filter: { code: "'@tabler/icons-react'" },
    handler: code =>
      code.replaceAll(IMPORT, (statement, names: string) => {
        const icons = names.split(',').map(name => name.trim());
        const imports = icons
          .filter(name => name !== '' && !name.startsWith('type '))
          .map(name => `import ${name} from '@tabler/icons-react/dist/esm/icons/${name}.mjs';`);
        // The lines below keep their numbers.
        return imports.join(' ') + '\n'.repeat(statement.split('\n').length - 1);
      }),
  },
};
