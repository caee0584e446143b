import { ok } from '#contract/kit/endpoint.ts'
import type { Commerce } from '#server/commerce/commerce.ts'
import { endpoints } from '#server/endpoints.ts'
import { accept, found } from '#server/platform/outcomes.ts'

export function payoutRoutes({ payouts, limitWrite }: Commerce) {
  const { payouts: on } = endpoints

  return {
    showBankAccount: on.showBankAccount.handler(async ({ context }) =>
      ok(await payouts.showBankAccount(context.viewer().id)),
    ),

    saveBankAccount: on.saveBankAccount.handler(async ({ input, context, errors }) => {
      accept(await limitWrite('bank-account', context.viewer().id), errors, 'allowed')
      return ok(await payouts.saveBankAccount(context.viewer().id, input), 'Rekening disimpan.')
    }),

    showBalance: on.showBalance.handler(async ({ context }) => ok(await payouts.readBalance(context.viewer().id))),

    listPayouts: on.listPayouts.handler(async ({ input, context }) => {
      const { rows, ...meta } = await payouts.list(context.viewer().id, input)
      return { ...ok(rows), meta: { page: input.page, limit: input.limit, ...meta } }
    }),

    requestPayout: on.requestPayout.handler(async ({ input, context, errors }) => {
      accept(await limitWrite('payout', context.viewer().id), errors, 'allowed')
      const { amountIdr, key } = input
      const { payout } = accept(await payouts.request(context.viewer().id, amountIdr, key), errors, 'requested')
      return ok(payout, 'Pencairan diajukan.')
    }),

    withdrawPayout: on.withdrawPayout.handler(async ({ input, context, errors }) => {
      const { payout } = accept(await payouts.withdraw(context.viewer().id, input.id), errors, 'withdrawn')
      return ok(payout, 'Pencairan ditarik. Dananya kembali ke saldomu.')
    }),

    listAllPayouts: on.listAllPayouts.handler(async ({ input }) => {
      const { rows, ...meta } = await payouts.list(null, input)
      return { ...ok(rows), meta: { page: input.page, limit: input.limit, ...meta } }
    }),

    createPayoutBatch: on.createPayoutBatch.handler(async ({ context, errors }) => {
      const { batch } = accept(await payouts.createBatch(context.viewer().id), errors, 'batched')
      return ok(batch, `${batch.count} pencairan masuk ke berkas.`)
    }),

    downloadPayoutBatch: on.downloadPayoutBatch.handler(async ({ input, errors }) =>
      found(await payouts.downloadBatch(input.id), errors),
    ),

    markPayoutSent: on.markPayoutSent.handler(async ({ input: { id, reference }, context, errors }) => {
      const { payout } = accept(
        await payouts.decide({ id, adminId: context.viewer().id, reference, state: 'sent' }),
        errors,
        'decided',
      )
      return ok(payout, 'Pencairan ditandai terkirim.')
    }),

    markPayoutFailed: on.markPayoutFailed.handler(async ({ input: { id, reason }, context, errors }) => {
      const { payout } = accept(
        await payouts.decide({ id, adminId: context.viewer().id, reference: reason, state: 'failed' }),
        errors,
        'decided',
      )
      return ok(payout, 'Pencairan ditandai gagal.')
    }),

    listBankAccounts: on.listBankAccounts.handler(async ({ input }) => {
      const { rows, total } = await payouts.listUnverified(input)
      return { ...ok(rows), meta: { ...input, total } }
    }),

    verifyBankAccount: on.verifyBankAccount.handler(async ({ input: { id, ...seen }, context, errors }) => {
      const { account } = accept(
        await payouts.verifyBankAccount({ adminId: context.viewer().id, userId: id, ...seen }),
        errors,
        'verified',
      )
      return ok(account, 'Rekening diverifikasi.')
    }),
  }
}
