import { expect, test } from 'vitest'
import {
  cartridgeItem,
  cartridgeManifest,
  cartridgeResource,
  escapeXml,
  type Files,
} from '#testing/materials/foreign-courses.ts'
import { readCartridge } from './cartridge.ts'

async function read(type: string, file: string, more: Files = {}, beside = '') {
  const files: Files = {
    'imsmanifest.xml': cartridgeManifest(
      cartridgeItem('c', 'Bab', undefined, cartridgeItem('i', 'Materi', 'r')),
      cartridgeResource('r', type, 'isi.xml').replace('</resource>', `${beside}</resource>`) +
        Object.keys(more)
          .map((name, index) => cartridgeResource(`m${index}`, 'associatedcontent', name))
          .join(''),
    ),
    'isi.xml': file,
    ...more,
  }
  const archive = new Map(Object.entries(files).map(([name, content]) => [name, Buffer.from(content)]))
  const found = await readCartridge(archive, { essaysAsAssignments: false })
  const texts = [...found.files].flatMap(([name, bytes]) => (name.endsWith('.md') ? bytes.toString().trim() : []))
  return { ...found, texts }
}
const text = (type: string, content: string) => `<text texttype="${type}">${escapeXml(content)}</text>`

test.each([
  ['a discussion', 'imsdt_xmlv1p1', 'topic'],
  ['a task', 'assignment_xmlv1p0', 'assignment'],
])('the text of %s is text where the standard says so, and HTML elsewhere', async (_, type, root) => {
  const shown = async (content: string) => (await read(type, `<${root}>${content}</${root}>`)).texts
  expect(await shown(text('text/plain', 'Apa itu <div>?\nJelaskan'))).toEqual([
    expect.stringMatching(/^Apa itu \\<div>\?.*\nJelaskan$/),
  ])
  expect(await shown(text('text/html', '<p>Apa <b>itu</b>?</p>'))).toEqual(['Apa **itu**?'])
  expect(await shown(text('text/plain', '<p>Apa <b>itu</b>?</p>'))).toEqual(['Apa **itu**?'])
})

test('the points of a discussion of Canvas are named', async () => {
  const { report } = await read(
    'imsdt_xmlv1p1',
    `<topic>${text('text/html', '<p>Apa?</p>')}</topic>`,
    {
      'meta.xml':
        '<topicMeta><workflow_state>active</workflow_state><assignment><points_possible>10</points_possible></assignment></topicMeta>',
    },
    '<dependency identifierref="m0"/>',
  )
  expect(report).toContainEqual(
    expect.objectContaining({ name: 'Materi', note: 'diskusi menjadi artikel; poinnya tidak ikut' }),
  )
})
