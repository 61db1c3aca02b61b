import type { en } from '../en/index.ts'
import { plural } from '../plural.ts'

const deals = (count: number) => plural(count, '1 expediente', (n) => `${n} expedientes`)
const documents = (count: number) => plural(count, '1 documento', (n) => `${n} documentos`)

export const backups: (typeof en)['backups'] = {
  title: 'Bóveda',
  what: 'Los expedientes y documentos están cifrados en esta computadora. Cada día se crea sola una copia de seguridad y se abre para comprobar que está completa; se conservan las de los últimos 7 días y 4 semanas.',
  failed: (when) => `La copia de seguridad del ${when} falló.`,
  recoveryCode: 'Código de recuperación',
  confirmedOn: (day) => `Confirmado el ${day}`,
  noneYet: 'Aún no hay',
  last: 'Última copia de seguridad',
  folder: 'Carpeta de copias',
  yourData: 'Sus datos',
  secrets: 'Secretos',
  underPassphrase: 'Bajo su frase de contraseña, porque esta computadora no tiene un llavero',
  backUpNow: 'Crear una copia ahora',
  changeFolder: 'Cambiar la carpeta…',
  newCode: 'Nuevo código de recuperación…',
  makeCode: 'Crear un código de recuperación…',
  inDemo:
    'Todo esto se va con la demostración. Para restaurar una copia o cambiar cómo se guardan sus propios datos, salga primero de la demostración.',
  firstSoon: 'Aún no hay; la primera se crea un minuto después del inicio',
  whole: (dealCount, documentCount) => `Abierta y completa: ${deals(dealCount)}, ${documents(documentCount)}`,
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
    'Sus datos reemplazan lo que hay aquí ahora. Lo que hay ahora no se elimina: su carpeta se conserva aparte, y se le indica dónde.',
  locked:
    'Esta copia se creó antes de confirmar un código de recuperación. Solo la computadora que la creó puede abrirla.',
  restore: 'Restaurar',
  restored: 'La copia de seguridad se restauró',
  areBack: (dealCount, documentCount) => `Se recuperaron ${deals(dealCount)} y ${documents(documentCount)}.`,
  documentsGone: (count) =>
    plural(
      count,
      '1 de los documentos ya faltaba cuando se creó la copia.',
      (n) => `${n} de los documentos ya faltaban cuando se creó la copia.`,
    ),
  before: (folder) => `Lo que había antes está en ${folder}.`,
  codeHint:
    'Las 12 palabras en su orden. Las mayúsculas no importan; bastan las primeras cuatro letras de cada palabra.',
}
