/** Without the first parameter, the dependencies. */
type Bound<UseCase> = UseCase extends (deps: never, ...input: infer Input) => infer Result
  ? (...input: Input) => Result
  : never
type BoundTx<UseCase> = UseCase extends (tx: infer Tx, deps: never, ...input: infer Input) => infer Result
  ? (tx: Tx, ...input: Input) => Result
  : never

/** The use cases of a module, which take their dependencies first, as functions without them. Not for generic functions, whose type parameters it would lose. */
export function bindDeps<Deps, UseCases extends Record<string, (deps: Deps, ...input: never[]) => unknown>>(
  deps: Deps,
  useCases: UseCases,
): { [Name in keyof UseCases]: Bound<UseCases[Name]> } {
  const bound = Object.entries(useCases).map(([name, useCase]) => [
    name,
    (...input: never[]) => useCase(deps, ...input),
  ])
  return Object.fromEntries(bound) as { [Name in keyof UseCases]: Bound<UseCases[Name]> }
}

/** The same for parts of a caller's transaction, which take it first. */
export function bindInTransaction<
  Deps,
  Parts extends Record<string, (tx: never, deps: Deps, ...input: never[]) => unknown>,
>(deps: Deps, parts: Parts): { [Name in keyof Parts]: BoundTx<Parts[Name]> } {
  const bound = Object.entries(parts).map(([name, part]) => [
    name,
    (tx: never, ...input: never[]) => part(tx, deps, ...input),
  ])
  return Object.fromEntries(bound) as { [Name in keyof Parts]: BoundTx<Parts[Name]> }
}

type InOwn<Part> = Part extends (tx: never, ...input: infer Input) => infer Result
  ? (...input: Input) => Promise<Awaited<Result>>
  : never

/** Parts of a transaction as use cases: each in a transaction of its own. */
export function inOwnTransaction<Tx, Parts extends Record<string, (tx: Tx, ...input: never[]) => unknown>>(
  database: { transaction<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> },
  parts: Parts,
): { [Name in keyof Parts]: InOwn<Parts[Name]> } {
  const own = Object.entries(parts).map(([name, part]) => [
    name,
    (...input: never[]) => database.transaction(async (tx) => part(tx, ...input)),
  ])
  return Object.fromEntries(own) as { [Name in keyof Parts]: InOwn<Parts[Name]> }
}
