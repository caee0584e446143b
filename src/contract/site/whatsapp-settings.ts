import * as z from 'zod/mini'
import { countUpTo, languageMessage, templateName } from './setting-rules.ts'
import { setting } from './setting.ts'

export const whatsAppSettings = {
  whatsapp: setting({
    group: 'whatsapp',
    input: z.optional(
      z.object({
        enabled: z.boolean('Pilih ya atau tidak'),
        codeTemplate: templateName,
        noticeTemplate: templateName,
        language: z.string(languageMessage).check(z.trim(), z.regex(/^[a-z]{2,3}(_[A-Z]{2})?$/, languageMessage)),
        dailyPerPerson: countUpTo(100),
        dailyTotal: countUpTo(1_000_000),
      }),
    ),
    shown: z.object({
      enabled: z.boolean(),
      codeTemplate: z.string(),
      noticeTemplate: z.string(),
      language: z.string(),
      dailyPerPerson: z.number(),
      dailyTotal: z.number(),
    }),
    initial: {
      enabled: false,
      codeTemplate: 'cendaki_kode',
      noticeTemplate: 'cendaki_kabar',
      language: 'id',
      dailyPerPerson: 10,
      dailyTotal: 1000,
    },
    fields: {
      'whatsapp.enabled': {
        audit: 'notifikasi WhatsApp',
        control: {
          kind: 'checkbox',
          label: 'Kirim notifikasi lewat WhatsApp',
          hint: 'Perlu nomor WhatsApp Business: isi WHATSAPP_PHONE_NUMBER_ID, WHATSAPP_TOKEN, dan WHATSAPP_APP_SECRET.',
        },
      },
      'whatsapp.codeTemplate': {
        audit: 'template kode WhatsApp',
        control: {
          kind: 'text',
          label: 'Template kode',
          required: true,
          hint: 'Nama template autentikasi yang disetujui Meta: satu kode di isi dan di tombol.',
        },
      },
      'whatsapp.noticeTemplate': {
        audit: 'template kabar WhatsApp',
        control: {
          kind: 'text',
          label: 'Template kabar',
          required: true,
          hint: 'Nama template utilitas: {{1}} judul, {{2}} isi, dan tombol ke alamat situs ini yang diakhiri {{1}}.',
        },
      },
      'whatsapp.language': {
        audit: 'bahasa template WhatsApp',
        control: {
          kind: 'text',
          label: 'Bahasa template',
          required: true,
          hint: 'Seperti di Meta, misalnya id atau en_US.',
        },
      },
      'whatsapp.dailyPerPerson': {
        audit: 'batas WhatsApp per orang',
        control: { kind: 'count', label: 'Pesan per orang dalam 24 jam', required: true },
      },
      'whatsapp.dailyTotal': {
        audit: 'batas WhatsApp situs',
        control: { kind: 'count', label: 'Pesan seluruh situs dalam 24 jam', required: true },
      },
    },
  }),
}
