import * as z from 'zod/mini'
import { cleanIdentifier } from '#contract/kit/text/identifier.ts'
import { uploadPath } from '#contract/kit/media/images.ts'
import { taxModes, type TaxMode } from '#contract/kit/money.ts'
import { lowestMinimumPayoutIdr } from '#contract/commerce/payouts.ts'
import { line } from '#contract/kit/input-rules.ts'
import { countUpTo, moneyRules, transferAccount } from './setting-rules.ts'
import { setting } from './setting.ts'

const share = 'Bagian instruktur 0–100 persen'

/** Seller, tax, ways of paying by hand, shares, rules of refunds and payouts, and promo codes of instructors. */
export const sellingSettings = {
  seller: setting({
    group: 'seller',
    input: z.object({
      name: line('Nama penjual wajib diisi', 120),
      address: z.string('Tulis alamat').check(
        z.trim(),
        z.maxLength(300, 'Maksimal 300 karakter'),
        z.refine((value) => !/[^\P{Cc}\r\n]/u.test(value), 'Memuat karakter yang tidak bisa dipakai'),
      ),
      /** NPWP; empty when the seller has none. */
      taxNumber: z
        .string('NPWP tidak valid')
        .check(z.overwrite(cleanIdentifier), z.regex(/^(|[0-9.\- ]{15,25})$/, 'NPWP terdiri dari 15 atau 16 angka')),
    }),
    shown: z.object({ name: z.string(), address: z.string(), taxNumber: z.string() }),
    initial: { name: 'Cendaki', address: '', taxNumber: '' },
    fields: {
      'seller.name': { audit: 'nama penjual', control: { kind: 'text', label: 'Nama penjual', required: true } },
      'seller.address': {
        audit: 'alamat penjual',
        control: { kind: 'lines', label: 'Alamat', hint: 'Wajib di invoice penjual yang sesungguhnya.' },
      },
      'seller.taxNumber': {
        audit: 'NPWP',
        control: { kind: 'text', label: 'NPWP', hint: 'Kosongkan kalau tidak ada.' },
      },
    },
  }),
  taxMode: setting({
    group: 'tax',
    input: z.enum(taxModes, 'Pilih mode pajak'),
    shown: z.enum(taxModes),
    initial: 'none',
    fields: {
      taxMode: {
        audit: 'mode pajak',
        control: {
          kind: 'select',
          label: 'Mode pajak',
          hint: 'Hanya PKP yang memungut PPN. Harga yang tampil selalu harga akhir.',
          options: { none: 'Tanpa PPN', inclusive: 'Harga sudah termasuk PPN' } satisfies Record<TaxMode, string>,
        },
      },
    },
  }),
  /** Beside the online provider, buyers may transfer to this account and send a proof. */
  transfer: setting({
    group: 'transfer',
    input: z.optional(transferAccount),
    shown: z.object({ enabled: z.boolean(), bank: z.string(), number: z.string(), holder: z.string() }),
    initial: { enabled: false, bank: '', number: '', holder: '' },
    fields: {
      'transfer.enabled': { audit: 'transfer bank aktif' },
      'transfer.bank': { audit: 'bank untuk transfer' },
      'transfer.number': { audit: 'nomor rekening untuk transfer' },
      'transfer.holder': { audit: 'pemilik rekening untuk transfer' },
    },
  }),
  /** A static QRIS picture, `/uploads/<id>.webp`; null: this way of paying is not offered. */
  qris: setting({
    group: 'transfer',
    input: z.optional(
      z.nullable(z.string('Unggah gambar QRIS lagi').check(z.regex(uploadPath, 'Unggah gambar QRIS lagi'))),
    ),
    shown: z.nullable(z.string()),
    initial: null,
    fields: { qris: { audit: 'gambar QRIS' } },
  }),
  /** Within how many hours a proof of a payment by hand is usually checked, which its buyer reads; 0: not said. */
  proofHours: setting({
    group: 'transfer',
    input: z.optional(countUpTo(168)),
    shown: z.number(),
    initial: 0,
    fields: { proofHours: { audit: 'jam memeriksa bukti transfer' } },
  }),
  /** The instructor's share of each sale of their own course. */
  instructorSharePercent: setting({
    group: 'tax',
    input: z.number(share).check(z.int(share), z.minimum(0, share), z.maximum(100, share)),
    shown: z.number(),
    initial: 70,
    fields: {
      instructorSharePercent: {
        audit: 'bagian instruktur',
        control: {
          kind: 'percent',
          label: 'Bagian instruktur (%)',
          required: true,
          hint: 'Dari setiap penjualan kelasnya sendiri. Penjualan yang sudah terjadi tidak berubah.',
        },
      },
    },
  }),
  /** How long buyers may ask for their money, how long sales are held before a payout, and the smallest payout. The environment gives the first days. */
  moneyRules: setting({
    group: 'moneyRules',
    input: z.optional(moneyRules),
    shown: z.object({ refundDays: z.number(), payoutHoldDays: z.number(), minimumPayoutIdr: z.number() }),
    initial: { refundDays: 7, payoutHoldDays: 14, minimumPayoutIdr: lowestMinimumPayoutIdr },
    fields: {
      'moneyRules.refundDays': {
        audit: 'batas hari minta pengembalian dana',
        control: {
          kind: 'count',
          label: 'Pembeli boleh minta uang kembali sampai (hari)',
          required: true,
          hint: 'Dihitung sejak membayar. 0: hanya kamu yang bisa mengembalikan dana.',
        },
      },
      'moneyRules.payoutHoldDays': {
        audit: 'hari penjualan ditahan',
        control: {
          kind: 'count',
          label: 'Bagian instruktur ditahan selama (hari)',
          required: true,
          hint: 'Sebaiknya lebih lama dari batas pengembalian dana, supaya saldo tidak menjadi minus.',
        },
      },
      'moneyRules.minimumPayoutIdr': {
        audit: 'pencairan terkecil',
        control: { kind: 'count', label: 'Pencairan terkecil (rupiah)', required: true },
      },
    },
  }),
  /** How far promo codes that instructors make for their own courses may go. */
  instructorPromo: setting({
    group: 'instructorPromo',
    input: z.optional(
      z.object({ maximumPercent: countUpTo(100), maximumDays: countUpTo(366), maximumCodes: countUpTo(100) }),
    ),
    shown: z.object({ maximumPercent: z.number(), maximumDays: z.number(), maximumCodes: z.number() }),
    initial: { maximumPercent: 50, maximumDays: 31, maximumCodes: 10 },
    fields: {
      'instructorPromo.maximumPercent': {
        audit: 'potongan kode instruktur',
        control: {
          kind: 'percent',
          label: 'Potongan paling besar (%)',
          required: true,
          hint: '0: instruktur tidak bisa membuat kode.',
        },
      },
      'instructorPromo.maximumDays': {
        audit: 'masa kode instruktur',
        control: { kind: 'count', label: 'Masa berlaku paling lama (hari)', required: true },
      },
      'instructorPromo.maximumCodes': {
        audit: 'jumlah kode instruktur',
        control: { kind: 'count', label: 'Kode yang berlaku atau akan datang per instruktur', required: true },
      },
    },
  }),
}
