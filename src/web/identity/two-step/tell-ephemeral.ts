import { showAlert } from '#web/kit/ui/feedback/alerts.tsx'

/** Tells who signed in where the browser cannot store a session how long it lasts. */
export const tellEphemeral = (): void =>
  void showAlert({
    title: 'Kamu masuk untuk sementara',
    text: 'Peramban tidak bisa menyimpan sesimu di alamat ini, biasanya karena tanpa https. Kamu keluar begitu halaman dimuat ulang atau ditutup.',
    okLabel: 'Mengerti',
  })
