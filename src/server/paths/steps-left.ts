type Steps = { inCatalogue: ReadonlySet<string>; finished: ReadonlySet<string> }

/**
 * The courses of a path that somebody still has to finish, in order: without one, the path is finished. A course that left the catalogue is not asked
 * for any more, also of those who own it; a path without any course in it counts as finished, but gives no certificate.
 */
export const stepsLeft = (courseIds: readonly string[], { inCatalogue, finished }: Steps): string[] =>
  courseIds.filter((id) => inCatalogue.has(id) && !finished.has(id))
