import { formatRupiah } from '#contract/kit/money.ts'
import { Figure, type FigureLook } from '#web/kit/ui/figure.tsx'

export const Amount = ({ idr, ...look }: { idr: number } & FigureLook) => <Figure text={formatRupiah(idr)} {...look} />
