import { useState } from 'react'
import { useLoaderData, useRevalidator } from 'react-router'
import { listPayoutsInput, payoutInput, type BankAccount, type Payout } from '#contract/commerce/payouts.ts'
import { bankAccountInput } from '#contract/commerce/bank-account.ts'
import { formatRupiah } from '#contract/kit/money.ts'
import { useAction, useApi } from '#web/identity/index.ts'
import { RowActions, actionsColumn, momentColumn } from '#web/kit/staff/lists/cells.tsx'
import { describeFailure } from '#web/kit/staff/describe-failure.ts'
import { DialogForm } from '#web/kit/staff/form/dialog-form.tsx'
import { MoneyField } from '#web/kit/staff/form/money-field.tsx'
import { bySchema, useContractForm } from '#web/kit/staff/form/use-contract-form.ts'
import { readListQuery } from '#web/kit/staff/lists/list-query.ts'
import { StaffList } from '#web/kit/staff/lists/staff-list.tsx'
import type { Column } from '#web/kit/staff/lists/staff-table.tsx'
import { staffLoader } from '#web/kit/staff/load-as-staff.ts'
import { StaffPage } from '#web/kit/staff/staff-page.tsx'
import { StatTile, StatTiles } from '#web/kit/staff/stat-tile.tsx'
import { newKey } from '#web/kit/device/device-store.ts'
import { leaveRow } from '#web/kit/ui/behaviour/leave-row.ts'
import { Figure } from '#web/kit/ui/figure.tsx'
import { Badge } from '#web/kit/ui/badge.tsx'
import { Button } from '#web/kit/ui/button.tsx'
import { closeAndLeaveRow } from '#web/kit/ui/close-and-leave-row.ts'
import { TextField } from '#web/kit/ui/field.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import { PayoutProofButton } from '#web/commerce/transactions/refund-transfers.tsx'
import { PayoutStateCell } from './payout-states.tsx'

export const createLoader = staffLoader(async (api, { request }) => {
  const { payouts } = api.authenticated
  const [balance, account, list] = await Promise.all([
    payouts.showBalance(),
    payouts.showBankAccount(),
    payouts.listPayouts({ ...readListQuery(listPayoutsInput, request), limit: 25 }),
  ])
  return { balance: balance.data, account: account.data, list }
})

const columns: readonly Column<Payout>[] = [
  {
    key: 'amount',
    label: 'Jumlah',
    isName: true,
    cell: ({ amountIdr }) => <Figure text={formatRupiah(amountIdr)} className="font-semibold" />,
  },
  momentColumn('createdAt', 'Diajukan', ({ createdAt }) => createdAt),
  { key: 'account', label: 'Rekening', cell: ({ bank, number }) => `${bank} ••••${number.slice(-4)}` },
  { key: 'state', label: 'Status', cell: (row) => <PayoutStateCell {...row} /> },
  actionsColumn((row) => (
    <RowActions>
      {row.state === 'requested' && <Withdraw payout={row} />}
      {row.hasProof && <PayoutProofButton payoutId={row._id} amountIdr={row.amountIdr} />}
    </RowActions>
  )),
]

/** Takes a payout back that nobody has begun to send. */
function Withdraw({ payout: { _id: id, amountIdr } }: { payout: Payout }) {
  const { authenticated } = useApi()
  const { revalidate } = useRevalidator()
  const { busy, run } = useAction<string>(describeFailure)
  const withdraw = async () => {
    const pressed = document.activeElement
    const isDone = await run(id, async () => {
      const { message } = await authenticated.payouts.withdrawPayout({ id })
      toast.success(message ?? 'Pencairan ditarik.')
    })
    if (isDone) leaveRow(pressed)
    // A batch may have taken it meanwhile.
    await revalidate()
  }
  return (
    <Button size="sm" variant="outline" busy={busy !== null} onClick={() => void withdraw()}>
      Tarik kembali<span className="sr-only"> {formatRupiah(amountIdr)}</span>
    </Button>
  )
}

/** An instructor's earnings that were not paid yet, the account that they go to, and the payouts of before. */
export function Page() {
  const { balance, account, list } = useLoaderData<ReturnType<typeof createLoader>>()
  const [open, setOpen] = useState<'payout' | 'account' | null>(null)
  const canPay = account?.verifiedAt && balance.availableIdr >= balance.minimumPayoutIdr
  return (
    <StaffPage
      title="Saldo"
      lead="Bagianmu dari penjualan kelas yang belum dicairkan."
      actions={
        <Button disabled={!canPay} onClick={() => setOpen('payout')}>
          Cairkan
        </Button>
      }
    >
      <StatTiles>
        <StatTile
          label="Tersedia"
          value={formatRupiah(balance.availableIdr)}
          hint={
            balance.availableIdr < 0
              ? 'Ada pengembalian dana setelah pencairan. Penjualan berikutnya menutupnya.'
              : `Bisa dicairkan sekarang, minimal ${formatRupiah(balance.minimumPayoutIdr)}`
          }
        />
        <StatTile
          label="Ditahan"
          value={formatRupiah(balance.heldIdr)}
          hint={`Setiap penjualan ditahan ${balance.holdDays} hari sejak dibayar, selama masih bisa dikembalikan`}
        />
      </StatTiles>
      <section aria-labelledby="rekening" className="mt-6 rounded-card border border-line bg-surface p-4">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 id="rekening" className="text-lg font-bold">
            Rekening
          </h2>
          <Button variant="outline" size="sm" onClick={() => setOpen('account')}>
            {account ? 'Ubah rekening' : 'Tambah rekening'}
          </Button>
        </div>
        {account ? (
          <p className="mt-2 flex flex-wrap items-center gap-2 wrap-anywhere">
            {account.bank} {account.number} a.n. {account.holder}
            <Badge tone={account.verifiedAt ? 'success' : 'promo'}>
              {account.verifiedAt ? 'Terverifikasi' : 'Menunggu verifikasi admin'}
            </Badge>
          </p>
        ) : (
          <p className="mt-2 text-ink-2">Tambahkan rekening, lalu admin memeriksanya sebelum pencairan pertama.</p>
        )}
      </section>
      <section className="mt-8">
        <h2 className="mb-3 text-xl font-bold">Riwayat pencairan</h2>
        <StaffList
          caption="Riwayat pencairan"
          columns={columns}
          rows={list.data}
          meta={list.meta}
          countWord="pencairan"
          empty={{ title: 'Belum ada pencairan.', text: 'Pencairan yang kamu ajukan tampil di sini dengan statusnya.' }}
        />
      </section>
      {open === 'payout' && <PayoutDialog availableIdr={balance.availableIdr} onClose={() => setOpen(null)} />}
      {open === 'account' && <AccountDialog account={account} onClose={() => setOpen(null)} />}
    </StaffPage>
  )
}

function PayoutDialog({ availableIdr, onClose }: { availableIdr: number; onClose: () => void }) {
  const { authenticated } = useApi()
  const { revalidate } = useRevalidator()
  const [key] = useState(newKey)
  const form = useContractForm(bySchema(payoutInput), {
    values: { amountIdr: availableIdr },
    save: (input) => authenticated.payouts.requestPayout({ ...input, key }),
    onSaved: async ({ message }) => {
      toast.success(message ?? 'Pencairan diajukan.')
      closeAndLeaveRow(onClose)
      await revalidate()
    },
    onFailure: () => revalidate(),
  })
  return (
    <DialogForm title="Cairkan saldo" form={form} submitLabel="Ajukan" onClose={onClose}>
      <p className="text-ink-2">
        Tersedia {formatRupiah(availableIdr)}. Dananya dikirim ke rekeningmu yang terverifikasi.
      </p>
      <MoneyField label="Jumlah (rupiah)" required control={form.control} name="amountIdr" />
    </DialogForm>
  )
}

function AccountDialog({ account, onClose }: { account: BankAccount | null; onClose: () => void }) {
  const { authenticated } = useApi()
  const { revalidate } = useRevalidator()
  const form = useContractForm(bySchema(bankAccountInput), {
    values: { bank: account?.bank ?? '', number: account?.number ?? '', holder: account?.holder ?? '' },
    save: (input) => authenticated.payouts.saveBankAccount(input),
    onSaved: async ({ message }) => {
      toast.success(message ?? 'Rekening disimpan.')
      onClose()
      await revalidate()
    },
  })
  return (
    <DialogForm
      title={account ? 'Ubah rekening' : 'Tambah rekening'}
      form={form}
      submitLabel="Simpan"
      onClose={onClose}
    >
      <p className="text-ink-2">Rekening baru diperiksa admin sebelum bisa dipakai.</p>
      <TextField label="Bank" required maxLength={60} {...form.field('bank')} />
      <TextField label="Nomor rekening" required inputMode="numeric" autoComplete="off" {...form.field('number')} />
      <TextField label="Nama pemilik rekening" required maxLength={80} {...form.field('holder')} />
    </DialogForm>
  )
}
