import type { en } from '../en/index.ts'
import { plural } from '../plural.ts'

export const notifications: (typeof en)['notifications'] = {
  andMore: (names, others) => plural(others, `${names} y 1 más`, (n) => `${names} y ${n} más`),
  updates: (count) => plural(count, '1 novedad', (n) => `${n} novedades`),
  offersAvailable: (count) => plural(count, '1 oferta disponible', (n) => `${n} ofertas disponibles`),
  dealsWith: (status, count) =>
    plural(count, `${status}: 1 expediente`, (n) => `${status}: ${n} expedientes`),
  unconfirmed: (title) => `${title} (sin confirmar)`,
  tryTitle: 'Prueba: aviso de oferta',
  tryBody: 'Esto es solo una prueba. Nada ha cambiado.',
  nothingUnread: 'No hay novedades sin leer',
  unread: (count) => plural(count, '1 sin leer', (n) => `${n} sin leer`),
  open: 'Abrir Funding Desk',
  starting: 'Iniciando…',
  quit: 'Salir de Funding Desk',
  chooseBackup: 'Elija una copia de seguridad',
  backups: 'Copias de seguridad de Funding Desk',
  chooseBackupFolder: 'Elija una carpeta para las copias de seguridad',
  pdf: 'Documento PDF',
  json: 'Archivo JSON',
  csv: 'Archivo CSV',
  zip: 'Archivo Zip',
}
