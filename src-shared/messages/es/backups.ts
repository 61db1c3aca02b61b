import type { en } from '../en/index.ts'
import { plural } from '../plural.ts'

const deals = (count: number) => plural(count, '1 expediente', (n) => `${n} expedientes`)
const documents = (count: number) => plural(count, '1 documento', (n) => `${n} documentos`)

export const backups: (typeof en)['backups'] = {
  title: 'Bóveda',
  what: 'Los expedientes y documentos están cifrados en esta computadora. Cada día se crea una copia de seguridad y se abre para verificarla. Se conservan las últimas 7 diarias y 4 semanales.',
  failed: (when) => `La copia de seguridad del ${when} falló.`,
  recoveryCode: 'Código de recuperación',
  confirmedOn: (day) => `Confirmado el ${day}`,
  noneYet: 'Aún no hay',
  last: 'Última copia de seguridad',
  folder: 'Carpeta de copias',
  yourData: 'Sus datos',
  secrets: 'Secretos',
  underPassphrase: 'Protegidos por su frase de contraseña, porque esta computadora no tiene un llavero',
  backUpNow: 'Crear una copia ahora',
  changeFolder: 'Cambiar la carpeta…',
  newCode: 'Nuevo código de recuperación…',
  makeCode: 'Crear un código de recuperación…',
  inDemo:
    'Todo esto se borra con la demostración. Para restaurar una copia o cambiar cómo se protegen sus propios datos, salga primero de la demostración.',
  firstSoon: 'Aún no hay. La primera se crea un minuto después del inicio',
  whole: (dealCount, documentCount) => `Verificada: ${deals(dealCount)}, ${documents(documentCount)}`,
  filesGone: (count) =>
    plural(
      count,
      'Ya faltaba 1 archivo adjunto; adjúntelo de nuevo',
      (n) => `Ya faltaban ${n} archivos adjuntos; adjúntelos de nuevo`,
    ),
  restoreMore: 'Restaurar una copia…',
  restoreTitle: '¿Restaurar esta copia de seguridad?',
  madeAt: (environment, when, size) => `${environment}, creada el ${when}, ${size}`,
  takesThePlace:
    'Los datos de esta copia reemplazan sus datos actuales. Los datos actuales no se eliminan. Su carpeta se conserva, y usted verá dónde.',
  locked:
    'Esta copia se creó antes de confirmar un código de recuperación. Solo la computadora que la creó puede abrirla.',
  restore: 'Restaurar',
  restored: 'Copia de seguridad restaurada',
  areBack: (dealCount, documentCount) => `Se restauraron ${deals(dealCount)} y ${documents(documentCount)}.`,
  documentsGone: (count) =>
    plural(
      count,
      '1 de los documentos ya faltaba cuando se creó la copia.',
      (n) => `${n} de los documentos ya faltaban cuando se creó la copia.`,
    ),
  before: (folder) => `Sus datos anteriores están en ${folder}.`,
  codeHint:
    'Ingrese las 12 palabras en orden. Las mayúsculas no importan. Bastan las primeras cuatro letras de cada palabra.',
}
