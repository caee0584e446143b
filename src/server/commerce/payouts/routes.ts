import { ok } from '#contract/kit/endpoint.ts'
import type { Commerce } from '#server/commerce/commerce.ts'
import { endpoints } from '#server/endpoints.ts'
import { accept, found } from '#server/platform/outcomes.ts'
import { answer, asPage, serve } from '#server/serve.ts'

export function payoutRoutes({ payouts, limitWrite }: Commerce) {
  const { payouts: on } = endpoints

  return {
    showBankAccount: serve(on.showBankAccount, async (viewer) => payouts.showBankAccount(viewer.id)),

    saveBankAccount: on.saveBankAccount.handler(async ({ input, context, errors }) => {
      accept(await limitWrite('bank-account', context.viewer().id), errors, 'allowed')
      return ok(await payouts.saveBankAccount(context.viewer().id, input), 'Rekening disimpan.')
    }),

    showBalance: serve(on.showBalance, async (viewer) => payouts.showBalance(viewer.id)),

    listPayouts: serve(on.listPayouts, async (viewer, input) => payouts.list(viewer.id, input), asPage),

    requestPayout: on.requestPayout.handler(async ({ input, context, errors }) => {
      accept(await limitWrite('payout', context.viewer().id), errors, 'allowed')
      const { payout } = accept(await payouts.request(context.viewer().id, input), errors, 'requested')
      return ok(payout, 'Pencairan diajukan.')
    }),

    withdrawPayout: serve(
      on.withdrawPayout,
      async (viewer, input) => payouts.withdraw(viewer.id, input.id),
      'withdrawn',
    ),

    listAllPayouts: answer(on.listAllPayouts, async (input) => payouts.list(null, input), asPage),

    createPayoutBatch: on.createPayoutBatch.handler(async ({ context, errors }) => {
      const { batch } = accept(await payouts.createBatch(context.viewer().id), errors, 'batched')
      return ok(batch, `${batch.count} pencairan masuk ke berkas.`)
    }),

    downloadPayoutBatch: on.downloadPayoutBatch.handler(async ({ input, errors }) =>
      found(await payouts.downloadBatch(input.id), errors),
    ),

    markPayoutSent: serve(
      on.markPayoutSent,
      async (viewer, input) => payouts.decide({ ...input, adminId: viewer.id, state: 'sent' }),
      'decided',
    ),

    markPayoutFailed: serve(
      on.markPayoutFailed,
      async (viewer, { id, reason }) => payouts.decide({ id, adminId: viewer.id, reference: reason, state: 'failed' }),
      'decided',
    ),

    listBankAccounts: on.listBankAccounts.handler(async ({ input }) => {
      const { rows, total } = await payouts.listUnverified(input)
      return { ...ok(rows), meta: { ...input, total } }
    }),

    verifyBankAccount: serve(
      on.verifyBankAccount,
      async (viewer, { id, ...seen }) => payouts.verifyBankAccount({ adminId: viewer.id, userId: id, ...seen }),
      'verified',
    ),
  }
}
