import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parseAst } from 'rolldown/parseAst'

const root = join(import.meta.dirname, '..')
/** Domains; the floors below and above have shapes of their own. */
const folder = 'src/server'
const notDomains = /^src\/server\/(?:platform|process|app)\/|\.test\.ts$|-for-tests\.ts$/

type Node = { type: string; [part: string]: unknown }
type Parameter = { name: string; isOptional: boolean; type: string }

const nodes = (value: unknown): Node[] => (Array.isArray(value) ? value : [value]).filter(Boolean) as Node[]

function parametersOf(params: unknown, text: string): Parameter[] {
  return nodes(params).map((param) => {
    const target = (param.type === 'AssignmentPattern' ? param.left : param) as Node & {
      name?: string
      optional?: boolean
    }
    const annotation = target.typeAnnotation as { start: number; end: number } | undefined
    return {
      name: target.type === 'Identifier' ? (target.name ?? '') : '',
      isOptional: param.type === 'AssignmentPattern' || target.optional === true,
      type: annotation ? text.slice(annotation.start, annotation.end).replace(/^:\s*/, '') : '',
    }
  })
}

/** The functions that a file exports, with their parameters. */
function exportsOf(text: string): { name: string; parameters: Parameter[] }[] {
  const { body } = parseAst(text, { lang: 'ts' }) as unknown as { body: Node[] }
  return body
    .filter(({ type }) => type === 'ExportNamedDeclaration')
    .flatMap(({ declaration }) => nodes(declaration))
    .flatMap((declaration) => {
      if (declaration.type === 'FunctionDeclaration')
        return [{ name: (declaration.id as { name: string }).name, parameters: parametersOf(declaration.params, text) }]
      if (declaration.type !== 'VariableDeclaration') return []
      return nodes(declaration.declarations).flatMap(({ id, init }) => {
        const value = init as Node | null
        return value?.type === 'ArrowFunctionExpression'
          ? [{ name: (id as { name: string }).name, parameters: parametersOf(value.params, text) }]
          : []
      })
    })
}

const isDeps = ({ name, type }: Parameter) => name === 'deps' || /Deps\b/.test(type)
const isTx = ({ name, type }: Parameter) => name === 'tx' || /^Tx\b/.test(type)

/** Why a function is not a use case `(deps, actor, input)` or a part of a transaction `(tx, deps, input)`; null for others that have neither. */
function problemOf(parameters: Parameter[]): 'order' | 'optional tx' | 'more than three' | null {
  const [deps, tx] = [parameters.findIndex(isDeps), parameters.findIndex(isTx)]
  if (deps === -1 && tx === -1) return null
  if (tx !== -1 && parameters[tx]?.isOptional) return 'optional tx'
  if (tx > 0 || deps > (tx === 0 ? 1 : 0)) return 'order'
  return parameters.length > 3 ? 'more than three' : null
}

/** Every exported function of the domains whose signature is none of the two, as `file name: why`. */
export const unusualSignatures = (): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((file) => !notDomains.test(file))
    .flatMap((file) =>
      exportsOf(readFileSync(join(root, file), 'utf8')).flatMap(({ name, parameters }) => {
        const problem = problemOf(parameters)
        return problem ? [`${file} ${name}: ${problem}`] : []
      }),
    )

if (import.meta.main) process.stdout.write(`${unusualSignatures().join('\n')}\n`)
