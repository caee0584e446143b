import { defineConfig, type OxlintOverride } from 'oxlint'
import { modules } from './architecture.ts'

const patternsOf = (name: string) => [`#${name}/**`, `#${name}.ts`]

/**
 * One rule per module: which imports are not allowed, with a message that says what to do instead. Inner modules come last, among the
 * rules and in each of them, because the last pattern that matches counts.
 */
const outerFirst = Object.keys(modules).toSorted((a, b) => a.length - b.length)
const boundaries = outerFirst.map((name): OxlintOverride => {
  const open = new Set([name, ...(modules[name]?.mayImport ?? [])])
  return {
    files: [`src/${name}/**`, `src/${name}.ts`],
    excludeFiles: ['**/*.test.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              group: outerFirst.flatMap((other) =>
                open.has(other) ? patternsOf(other).map((pattern) => `!${pattern}`) : patternsOf(other),
              ),
              message: `architecture.ts does not let ${name} import this. Use an allowed module, offer a slot, or change the table and say why.`,
            },
            { group: ['../**'], message: 'Import other folders as #…, so that architecture.ts applies.' },
            ...(name.startsWith('web/')
              ? [
                  {
                    group: ['node:*'],
                    message: 'web/ runs in the browser. Describe the call in #contract and use the api client.',
                  },
                ]
              : []),
          ],
        },
      ],
    },
  }
})

export default defineConfig({
  plugins: ['typescript', 'unicorn', 'oxc', 'react', 'jsx-a11y', 'import', 'vitest', 'promise'],
  categories: { correctness: 'error', suspicious: 'error', perf: 'warn' },
  ignorePatterns: ['dist', 'node_modules', '.data', 'src/sandbox/payment/*.js'],
  rules: {
    'no-console': 'error',
    'no-restricted-globals': [
      'error',
      { name: 'alert', message: 'Use showAlert() of #web/kit/ui/feedback/alerts.tsx.' },
      { name: 'confirm', message: 'Use askConfirm() of #web/kit/ui/feedback/alerts.tsx.' },
    ],
    'no-explicit-any': 'error',
    'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
    // The automatic JSX runtime needs no React in scope.
    'react/react-in-jsx-scope': 'off',
    // Sequential awaits are often the point: one step after the other.
    'no-await-in-loop': 'off',
    'no-shadow': 'off',
    'unicorn/prefer-set-has': 'off',
    'unicorn/no-array-sort': 'off',
    'unicorn/consistent-function-scoping': 'off',
    'import/no-unassigned-import': 'off',
    // `_id` is the contract's name for an id.
    'no-underscore-dangle': 'off',
    // fast-check reads best as `fc.…`.
    'import/no-named-as-default-member': 'off',
    // role=status on a paragraph or box keeps its layout; axe checks the result in the browser.
    'jsx-a11y/prefer-tag-over-role': 'off',
    'vitest/no-conditional-expect': 'off',
    'vitest/require-to-throw-message': 'off',
    // The second argument says which of many cases failed.
    'vitest/valid-expect': 'off',
    'react/exhaustive-deps': 'error',
    // It also forbids dependencies that an effect does not read. Effects on rendered HTML follow the HTML, those on the page its path.
    // `exhaustive-deps` finds the missing ones.
    'react/exhaustive-effect-dependencies': 'off',
    // The server renders the same page for every visitor, so what only the browser knows (storage, media queries, the fragment of
    // the URL) is read into state by an effect after hydration.
    'react/set-state-in-effect': 'off',
    'unicorn/prefer-add-event-listener': 'off',
    'oxc/no-map-spread': 'off',
    'promise/always-return': 'off',
    // The player of YouTube does not run in a sandboxed frame.
    'react/iframe-missing-sandbox': 'off',
    'react/jsx-no-constructed-context-values': 'off',
    // Native elements carry the roles; fieldset and dialog widgets are checked by axe in the browser.
    'jsx-a11y/no-redundant-roles': 'error',
  },
  overrides: [
    ...boundaries,
    // The cases of one promise stay together.
    {
      files: ['**/*.test.ts', '**/*.e2e.ts'],
      rules: { 'max-lines': ['error', { max: 450, skipBlankLines: true, skipComments: true }] },
    },
  ],
})
