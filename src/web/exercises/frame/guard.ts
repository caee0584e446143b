import { parse, type AnyNode, type Options } from 'acorn'

/** The name under which guarded code finds its check. */
export const guardName = '__masihAdaWaktu'

export type SyntaxMistake = { text: string; line: number }

const options: Options = { ecmaVersion: 'latest', sourceType: 'script', allowHashBang: false }

/** The first syntax error of a classic script; null for one that is right. */
export function findSyntaxMistake(code: string): SyntaxMistake | null {
  try {
    parse(code, options)
    return null
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    const { loc } = error as SyntaxError & { loc?: { line: number } }
    return { text: error.message.replace(/ \(\d+:\d+\)$/, ''), line: loc?.line ?? 1 }
  }
}

/**
 * Adds a check to the beginning of every loop and function, because code of a page may share the thread of ours: the check throws once
 * the time is over. Lines stay as they are.
 */
export function guardScript(code: string, isHandler = false): string {
  const program = parse(code, { ...options, allowReturnOutsideFunction: isHandler })
  const insertions: { at: number; text: string }[] = []
  const pending: AnyNode[] = [program]
  for (let node = pending.pop(); node; node = pending.pop()) {
    const body = loopOrFunctionBody(node)
    if (body) insertions.push(...checksOf(body))
    for (const value of Object.values(node) as unknown[])
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) pending.push(child)
  }
  let guarded = ''
  let from = 0
  for (const { at, text } of insertions.toSorted((one, other) => one.at - other.at)) {
    guarded += code.slice(from, at) + text
    from = at
  }
  return guarded + code.slice(from)
}

const isNode = (value: unknown): value is AnyNode =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string'

function loopOrFunctionBody(node: AnyNode): AnyNode | null {
  switch (node.type) {
    case 'ForStatement':
    case 'ForInStatement':
    case 'ForOfStatement':
    case 'WhileStatement':
    case 'DoWhileStatement':
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
      return node.body
    default:
      return null
  }
}

function checksOf(body: AnyNode): { at: number; text: string }[] {
  if (body.type === 'BlockStatement') {
    // Directives stay first.
    const directives = body.body.filter((part) => part.type === 'ExpressionStatement' && part.directive !== undefined)
    return [{ at: directives.at(-1)?.end ?? body.start + 1, text: `;${guardName}();` }]
  }
  const isStatement = body.type.endsWith('Statement') || body.type.endsWith('Declaration')
  return [
    { at: body.start, text: isStatement ? `{${guardName}();` : `(${guardName}(),` },
    { at: body.end, text: isStatement ? '}' : ')' },
  ]
}
