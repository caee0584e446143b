import { checkFigures, type FiguresDeps } from './check-figures.ts'
import { addChanges } from './write-sums.ts'

/** Changes in one short transaction; the rest follows at once. */
const changesAtOnce = 10_000
const roundsPerRun = 20

/** Adds up what triggers counted, and checks it. */
export function figuresModule(deps: FiguresDeps) {
  return {
    /** Moves changes into the daily and total figures, and returns how many; the next run moves the rest. Safe to run in several processes. */
    async addChanges(): Promise<number> {
      let added = 0
      for (let round = 1; round <= roundsPerRun; round++) {
        added += await deps.database.transaction((tx) => addChanges(tx, changesAtOnce))
        if (added < round * changesAtOnce) break
      }
      return added
    },

    /** Checks the next part of the figures; a whole pass begins at most once a day. */
    check: (options?: Parameters<typeof checkFigures>[1]) => checkFigures(deps, options),
  }
}
