// Texts that several sign-in and sign-up pages share.
export const identityText = {
  invalidCredentials: {
    title: 'Invalid Credentials',
    text: 'The email or password you entered is incorrect. Please try again.',
  },
  signInFailed: 'Terjadi kesalahan saat login',
  signUpFailed: 'Terjadi kesalahan saat mendaftar.',
  signedUp: 'Pendaftaran berhasil!',
  pleaseSignIn: 'Berhasil Daftar Silahkan Login',
  googleFailed: 'Login dengan Google gagal',
  connectionFailed: 'Koneksi terputus atau terlalu lambat. Isian masih ada, coba lagi.',
}
