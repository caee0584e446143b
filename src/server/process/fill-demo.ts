import { endWithParent, readInput, reportProgress } from '#server/platform/child-process.ts'
import { createSettableClock, systemClock } from '#server/platform/clock.ts'
import type { Config } from './config/config.ts'
import { openDatabase } from '#server/platform/database/index.ts'
import { createLog } from '#server/platform/observing/index.ts'
import type { PageRenderer } from '#server/platform/pages/index.ts'
import { openProduct, seed } from './open-product.ts'

// Fills the embedded database of the configuration that is its input. Runs when loaded, for fillDemoInChildProcess().

endWithParent()
const config = await readInput<Config>()
const database = await openDatabase({ dataDir: config.dataDir })
const product = await openProduct(config, {
  database,
  renderer: noPages(),
  clock: createSettableClock(systemClock),
  log: createLog('silent'),
})
await seed(config, product, reportProgress)
await product.app.modules.figures.addChanges()
await database.upkeep()
await product.payments.sandbox?.close()
await product.app.close()
await database.close()

function noPages(): PageRenderer {
  const fail = (): never => {
    throw new Error('This process renders no pages')
  }
  return { inlineScripts: [], inlineStyles: [], exerciseFrame: '', describe: fail, render: fail }
}
