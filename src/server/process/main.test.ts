import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startArguments } from '#testing/processes/product-process.ts'

const read = (file: string) => readFile(join(import.meta.dirname, '../../..', file), 'utf8')

test('container and service start the product with the flags of npm start', async () => {
  expect(startArguments.at(-1)).toBe('src/server/process/main.ts')
  expect(await read('Dockerfile')).toContain(`CMD ${JSON.stringify(['node', ...startArguments]).replaceAll(',', ', ')}`)
  expect(await read('deploy/cendaki.service')).toMatch(
    new RegExp(`^ExecStart=\\S+/node ${startArguments.join(' ')}$`, 'm'),
  )
  expect(await read('deploy/rehearse.sh')).toContain(`node_modules/.bin/node ${startArguments.join(' ')})`)
})

test('container and service set the allocator alike', async () => {
  const settingsIn = (text: string) => text.match(/\bMALLOC_\w+=\d+/g)
  expect(settingsIn(await read('Dockerfile'))).toHaveLength(3)
  expect(settingsIn(await read('Dockerfile'))).toEqual(settingsIn(await read('deploy/cendaki.service')))
})
