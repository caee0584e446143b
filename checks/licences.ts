import { readFileSync } from 'node:fs'
import { join } from 'node:path'

// `npm run licences` lists the licences of everything that a production installation contains, and fails on one that is not allowed here.

/** SPDX ids of licences that let the product be used, changed and passed on, also without its source. */
export const allowedLicences: readonly string[] = [
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
  'Zlib',
]

type Exception = {
  packages: RegExp
  /** As the lockfile names it; null when the package does not name one. */ licence: RegExp | null
  reason: string
}

export const exceptions: readonly Exception[] = [
  {
    packages: /^@img\/sharp-(libvips-[\w-]+|wasm32|win32-\w+)$/,
    licence: /^(Apache-2\.0 AND )?LGPL-3\.0-or-later( AND MIT)?$/,
    reason:
      'libvips is a separate library, loaded unchanged at run time; an operator can replace it. It is not part of what browsers load.',
  },
  {
    packages: /^@resvg\/resvg-js(-[\w-]+)?$/,
    licence: /^MPL-2\.0$/,
    reason:
      'The MPL covers the files of the package only, and they are used unchanged, on the server and by the build.',
  },
  {
    packages: /^(mediabunny|pyodide)$/,
    licence: /^MPL-2\.0$/,
    reason:
      'The MPL covers the files of the package only, and they are used unchanged. Their source is the public package.',
  },
  {
    packages: /^web-push$/,
    licence: /^MPL-2\.0$/,
    reason: 'The MPL covers the files of the package only, and they are used unchanged, on the server.',
  },
  {
    packages: /^combine-errors$/,
    licence: null,
    reason: 'Its readme says MIT; only the field in package.json is missing.',
  },
  {
    packages: /^png-js$/,
    licence: null,
    reason: 'Its LICENSE file is the MIT licence; only the field in package.json is missing.',
  },
]

type Locked = { version?: string; license?: string; dev?: boolean }
export type LicensedPackage = { name: string; version: string; licence: string | null }

/** The packages of a production installation, on any platform, by name. Reads the lockfile, so nothing has to be installed. */
export function listProductionPackages(root: string): LicensedPackage[] {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>
  }
  return Object.entries(packages)
    .filter(([folder, { dev }]) => folder !== '' && !dev)
    .map(([folder, { version = '', license }]) => ({
      name: folder.replace(/^.*node_modules\//, ''),
      version,
      licence: license ?? null,
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** True when an SPDX expression without nesting is satisfied by allowed licences; an unknown form is not. */
export function isAllowed(licence: string | null): boolean {
  const choices = (licence ?? '').replace(/^\((.*)\)$/, '$1').split(' OR ')
  return choices.some((choice) => choice.split(' AND ').every((id) => allowedLicences.includes(id)))
}

const isCovered = ({ packages, licence: expected }: Exception, { name, licence }: LicensedPackage): boolean =>
  packages.test(name) && (expected && licence ? expected.test(licence) : expected === licence)

/** Packages whose licence is neither allowed nor an exception. */
export const findUnknownLicences = (all: readonly LicensedPackage[]): LicensedPackage[] =>
  all.filter((one) => !isAllowed(one.licence) && !exceptions.some((exception) => isCovered(exception, one)))

/** Exceptions that no package needs any more. */
export const findUnusedExceptions = (all: readonly LicensedPackage[]): Exception[] =>
  exceptions.filter((exception) => !all.some((one) => !isAllowed(one.licence) && isCovered(exception, one)))

if (import.meta.main) {
  const all = listProductionPackages(join(import.meta.dirname, '..'))
  for (const [licence, of] of [...Map.groupBy(all, (one) => one.licence ?? 'none named')].sort()) {
    process.stdout.write(
      `${licence} (${of.length})\n${of.map(({ name, version }) => `  ${name} ${version}\n`).join('')}`,
    )
  }
  const unknown = findUnknownLicences(all)
  for (const { name, licence } of unknown)
    process.stderr.write(`${name}: the licence ${licence ?? '(none named)'} is not allowed in licences.ts\n`)
  process.exitCode = unknown.length > 0 ? 1 : 0
}
