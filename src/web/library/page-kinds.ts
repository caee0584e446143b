import { publicPage } from '#web/identity/index.ts'

export const ebookPage = publicPage('E-book belum bisa dimuat. Coba lagi sebentar lagi.')
export const tipPage = publicPage('Tips belum bisa dimuat. Coba lagi sebentar lagi.')
