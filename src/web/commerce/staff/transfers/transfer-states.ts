import type { TransferState } from '#contract/commerce/transfer-states.ts'
import type { BadgeTone } from '#web/kit/ui/badge.tsx'

export const transferStateLabels: Record<TransferState, { label: string; tone: BadgeTone }> = {
  checking: { label: 'Menunggu diperiksa', tone: 'promo' },
  open: { label: 'Belum ada bukti', tone: 'neutral' },
  refused: { label: 'Bukti ditolak', tone: 'neutral' },
  approved: { label: 'Disetujui', tone: 'success' },
  cancelled: { label: 'Dibatalkan', tone: 'neutral' },
  expired: { label: 'Kedaluwarsa', tone: 'neutral' },
}

/** Money that arrives later is still granted. */
export const canApprove = (state: TransferState): boolean => state !== 'approved'
export const canRefuse = (state: TransferState): boolean => state === 'checking' || state === 'open'
