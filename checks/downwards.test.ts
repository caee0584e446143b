import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')

/** Names that `createModules` uses above their definition, which only a function that is called later can do. */
function usedBeforeDefined(source: string): string[] {
  const body = source
    .slice(source.indexOf('export async function createModules'))
    .replaceAll(/\/\/.*|\/\*[^]*?\*\//g, '')
  return [...body.matchAll(/^ {2}const (\w+|\{[^}]*\}) =/gm)].flatMap(({ 1: defined = '', index }) => {
    const names = defined.match(/\w+/g) ?? []
    return names.filter((name) => new RegExp(String.raw`(?<![.\w'])${name}\b(?!\s*:|\w|')`).test(body.slice(0, index)))
  })
}

test('the modules are built in order: none is handed a call of one that is built later', () => {
  expect(usedBeforeDefined(read('src/server/app/modules.ts'))).toEqual([])
})

test('a late call is found', () => {
  const late = `export async function createModules() {
  const settings = settingsModule({ codeExists: (code) => commerce.exists(code) })
  const { notify } = notificationsModule({ memberships: () => learning.memberships, settings })
  const learning = learningModule({ notify })
  const commerce = commerceModule({ learning })
}`
  expect(usedBeforeDefined(late)).toEqual(['learning', 'commerce'])
})

test('no comment explains why something is handed down instead of imported', () => {
  const excuse =
    /(?:may not|must not|cannot) import|called late|injected,? because|belongs? to a (?:higher|later) module|module (?:is )?above this one/i
  const excused = globSync('src/server/**/*.ts', { cwd: root }).filter((file) => excuse.test(read(file)))
  expect(excused).toEqual([])
})
