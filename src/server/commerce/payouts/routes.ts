import { ok } from '#contract/kit/endpoint.ts'
import { formatRupiah } from '#contract/kit/money.ts'
import type { Commerce } from '#server/commerce/commerce.ts'
import { endpoints } from '#server/platform/http/index.ts'

type Counted = { total: number; isCounted: boolean; next: string | null; previous: string | null }

const metaOf = ({ page, limit }: { page: number; limit: number }, { total, isCounted, next, previous }: Counted) => ({
  page,
  limit,
  total,
  isCounted,
  next,
  previous,
})

export function payoutRoutes({ payouts, limitWrite }: Commerce) {
  const { payouts: on } = endpoints

  return {
    showBankAccount: on.showBankAccount.handler(async ({ context }) => ok(await payouts.showBankAccount(context.viewer().id))),

    saveBankAccount: on.saveBankAccount.handler(async ({ input, context, errors }) => {
      const tooMany = await limitWrite('bank-account', context.viewer().id)
      if (tooMany) throw errors.TOO_MANY_REQUESTS({ data: { retryAfterSeconds: tooMany.retryAfterSeconds } })
      return ok(await payouts.saveBankAccount(context.viewer().id, input), 'Rekening disimpan.')
    }),

    showBalance: on.showBalance.handler(async ({ context }) => ok(await payouts.readBalance(context.viewer().id))),

    listPayouts: on.listPayouts.handler(async ({ input, context }) => {
      const page = await payouts.list(context.viewer().id, input)
      return { ...ok(page.rows), meta: metaOf(input, page) }
    }),

    requestPayout: on.requestPayout.handler(async ({ input, context, errors }) => {
      const tooMany = await limitWrite('payout', context.viewer().id)
      if (tooMany) throw errors.TOO_MANY_REQUESTS({ data: { retryAfterSeconds: tooMany.retryAfterSeconds } })
      const outcome = await payouts.request(context.viewer().id, input.amountIdr)
      if (outcome === 'unverified') throw errors.BANK_ACCOUNT_UNVERIFIED()
      if ('availableIdr' in outcome) {
        const most = formatRupiah(Math.max(0, outcome.availableIdr))
        throw errors.BALANCE_TOO_LOW({ data: { errors: { amountIdr: `Saldo yang tersedia ${most}` } } })
      }
      return ok(outcome, 'Pencairan diajukan.')
    }),

    listAllPayouts: on.listAllPayouts.handler(async ({ input }) => {
      const page = await payouts.list(null, input)
      return { ...ok(page.rows), meta: metaOf(input, page) }
    }),

    createPayoutBatch: on.createPayoutBatch.handler(async ({ context, errors }) => {
      const batch = await payouts.createBatch(context.viewer().id)
      if (!batch) throw errors.NOTHING_REQUESTED()
      return ok(batch, `${batch.count} pencairan masuk ke berkas.`)
    }),

    downloadPayoutBatch: on.downloadPayoutBatch.handler(async ({ input }) => payouts.downloadBatch(input.id)),

    markPayoutSent: on.markPayoutSent.handler(async ({ input: { id, reference }, context, errors }) => {
      const outcome = await payouts.decide({ id, adminId: context.viewer().id, reference, state: 'sent' })
      if (outcome === 'not-found') throw errors.NOT_FOUND()
      if (outcome === 'already-decided') throw errors.ALREADY_DECIDED()
      return ok(outcome, 'Pencairan ditandai terkirim.')
    }),

    markPayoutFailed: on.markPayoutFailed.handler(async ({ input: { id, reason }, context, errors }) => {
      const outcome = await payouts.decide({ id, adminId: context.viewer().id, reference: reason, state: 'failed' })
      if (outcome === 'not-found') throw errors.NOT_FOUND()
      if (outcome === 'already-decided') throw errors.ALREADY_DECIDED()
      return ok(outcome, 'Dana kembali ke saldo instruktur.')
    }),

    listBankAccounts: on.listBankAccounts.handler(async ({ input }) => {
      const { rows, total } = await payouts.listUnverified(input)
      return { ...ok(rows), meta: { ...input, total } }
    }),

    verifyBankAccount: on.verifyBankAccount.handler(async ({ input: { id, number }, context, errors }) => {
      const outcome = await payouts.verifyBankAccount({ adminId: context.viewer().id, userId: id, number })
      if (outcome === 'not-found') throw errors.NOT_FOUND()
      if (outcome === 'changed') throw errors.ACCOUNT_CHANGED()
      return ok(outcome, 'Rekening diverifikasi.')
    }),
  }
}
