import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { backgrounds } from '#contract/site/accent-colour.ts'
import { brandStyle } from './brand-style.ts'

test('without a logo and a colour there is no style', () => {
  expect(brandStyle({ accent: null, logo: null })).toBeNull()
})

test('contrast is measured against the backgrounds of both themes, and every property of the style is one of the pages', async () => {
  const tokens = await readFile('src/web/site/document/tokens.css', 'utf8')
  // The first value of a property is that of the light theme, the second that of the dark one.
  const valuesOf = (name: string) =>
    [...tokens.matchAll(new RegExp(`--color-${name}: (#[0-9a-f]+);`, 'g'))].map(([, value = '']) =>
      value.replace('#fff', '#ffffff').slice(0, 7),
    )
  const themed = ['surface', 'bg', 'sunken'].map(valuesOf)
  expect(themed.map(([light]) => light).toSorted()).toEqual(backgrounds.light.toSorted())
  expect(themed.map(([, dark]) => dark).toSorted()).toEqual(backgrounds.dark.toSorted())
  for (const [, name = ''] of (brandStyle({ accent: '#8a2be2', logo: null }) ?? '').matchAll(/(--color-[\w-]+):/g))
    expect(tokens).toContain(`${name}: #`)
})
