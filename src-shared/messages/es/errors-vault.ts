import type { en } from '../en/index.ts'
import { moment, plural } from '../plural.ts'

export const errorsVault: (typeof en)['errorsVault'] = {
  backupNotAvailable: 'Este archivo ya no está disponible.',
  pickBackupAgain: 'Elija la copia de seguridad otra vez.',
  noCodeToConfirm: 'Ya no hay ningún código por confirmar.',
  makeNewCode: 'Cree un código nuevo.',
  wordNotRight: (place) => `La palabra ${place} no es correcta.`,
  compareOrLook: 'Compárela con lo que anotó, o vea el código una vez más.',
  codeFileMissing: 'Falta el archivo del código de recuperación en la carpeta de sus datos.',
  restoreSameCode: 'Restaure una copia de seguridad: el mismo código la abre.',
  codeRightDataDamaged: 'El código es correcto, pero el archivo con sus datos está dañado.',
  restoreSameCodeUnchanged:
    'No se cambió ni se borró nada. Restaure una copia de seguridad; el mismo código la abre.',
  noSuchWord: (place, word) =>
    `La palabra ${place}, «${word}», no es una palabra de un código de recuperación.`,
  wordCount: (needed, given) => `Un código de recuperación tiene ${needed} palabras; aquí hay ${given}.`,
  wordsNotACode: 'Todas las palabras son válidas, pero juntas no forman un código de recuperación.',
  compareEachWord: 'Compare cada palabra y su orden con lo que anotó.',
  noCodeConfirmed: 'Nunca se confirmó un código de recuperación para estos datos.',
  useBackupOrKeychain: 'Use una copia de seguridad, o inicie sesión donde la clave esté en el llavero.',
  codeOfOtherData: 'Este código de recuperación no corresponde a estos datos.',
  useNewestCode:
    'Si después creó un código nuevo, use el más reciente. Una copia de seguridad se abre con el código que valía cuando se hizo.',
  keyGone: 'La clave de sus datos ya no está en el llavero de esta computadora.',
  startAndEnterCode: 'No se cambió nada. Vuelva a iniciar la aplicación e ingrese su código de recuperación.',
  keychainKeptNothing: 'El llavero no guardó la clave.',
  unlockAndRetry: 'Desbloquee el llavero e inténtelo de nuevo.',
  keyNotHere: 'Sus datos están aquí, pero su clave no está en el llavero de esta computadora.',
  unchanged: 'No se cambió ni se borró nada.',
  unlockAndStart: 'Desbloquee el llavero y vuelva a iniciar la aplicación.',
  keyWrong: 'No se pueden abrir sus datos: la clave en el llavero de esta computadora es otra.',
  dataDamaged: 'El archivo con sus datos está dañado, o alguien lo modificó.',
  restoreUnchanged: 'No se cambió ni se borró nada. Restaure una copia de seguridad.',
  changesMissing: (count, since, until) =>
    [
      count === null
        ? 'Es posible que falten los cambios más recientes de sus datos.'
        : plural(
            count,
            'Falta 1 cambio guardado en sus datos.',
            (changes) => `Faltan ${changes} cambios guardados en sus datos.`,
          ),
      since === null ? '' : ` El cambio más reciente que está aquí se hizo el ${moment(since)}.`,
      until === null ? '' : ` El cambio más reciente que falta se hizo el ${moment(until)}.`,
    ].join(''),
  restoreOrContinue:
    'No se cambió ni se borró nada. Restaure una copia de seguridad o continúe con lo que hay aquí.',
  readOnly: (folder) => `Funding Desk no puede escribir en la carpeta con sus datos: ${folder}`,
  makeWritable:
    'Compruebe que el disco no esté protegido contra escritura y que su cuenta pueda escribir en esta carpeta. Después inténtelo de nuevo. No se perdió nada de lo guardado.',
  diskFailed: (folder) => `El disco no pudo leer o escribir sus datos en ${folder}`,
  checkDiskAndCopy:
    'Revise el disco y su conexión, e inténtelo de nuevo. Si vuelve a ocurrir, copie la carpeta a otro disco.',
  cannotOpen: (folder) => `No se pueden abrir los archivos con sus datos: ${folder}`,
  makeReadable: 'Compruebe que la carpeta exista y que su cuenta pueda usarla. Después inténtelo de nuevo.',
  diskFull: 'El disco de esta computadora está lleno.',
  makeRoom: 'Libere espacio e inténtelo de nuevo.',
  busy: 'Otro programa está usando sus datos.',
  closeOther: 'Ciérrelo e inténtelo de nuevo.',
  unreachable: (why) => `No se puede acceder a sus datos: ${why}.`,
  savedNotLost: 'No se perdió nada de lo guardado. Reinicie la aplicación.',
  unexpected: 'un error inesperado',
  notOpen: 'no están abiertos',
  unknownCall: 'La aplicación pidió a su bóveda algo que esta no conoce.',
  closed: 'se cerraron',
  keepsStopping: 'su proceso se detiene una y otra vez',
  ended: 'su proceso terminó',
  noAnswer: 'su proceso no responde',
  safeAgainOrRestart: 'Lo guardado está a salvo. Inténtelo de nuevo o reinicie la aplicación.',
  newerVersion: 'Una versión más nueva de Funding Desk escribió sus datos.',
  installNewest: 'Instale la versión más reciente. No se cambió nada.',
  folderUnusable: (folder) => `No se puede leer ni escribir en la carpeta con sus datos: ${folder}`,
  checkDisk:
    'Revise que el disco esté conectado, no esté lleno ni protegido contra escritura, y vuelva a intentarlo.',
  newKeyIncomplete: 'La nueva clave de sus datos todavía no está instalada por completo.',
  newCodeHolds: (why: string) =>
    `El nuevo código de recuperación es válido, pero sus datos no se pudieron abrir de nuevo: ${why}`,
  keepNewPaper: 'Conserve el código nuevo. Corrija el problema e inicie Funding Desk de nuevo.',
  sendingNow: 'Funding Desk está enviando algo al socio financiero en este momento.',
  confirmAfterSending:
    'Espere a que se reciba y confirme el código de nuevo. Su código anterior sigue funcionando.',
  restoreNotFinished: 'Los datos restaurados no se pudieron mover a su lugar.',
  closeOthersAndStart:
    'Cierre otros programas que usen la carpeta de sus datos y vuelva a iniciar Funding Desk.',
  noBackup: 'Este archivo no es una copia de seguridad de Funding Desk, o la hizo una versión más nueva.',
  pickOtherOrInstall: 'No se cambió nada. Elija otro archivo o instale la versión más reciente.',
  backupDamaged: 'Esta copia de seguridad está dañada o incompleta, o alguien la modificó.',
  useOtherBackup: 'No se cambió nada. Use otra copia de seguridad.',
  filesFailed: (code) => `Los archivos no se pudieron leer o escribir${code === null ? '' : ` (${code})`}.`,
  checkFolder: 'Revise que la carpeta exista, que el disco no esté lleno y que usted pueda escribir en ella.',
  passphraseNotNeeded: 'No necesita una frase de contraseña, porque esta computadora tiene un llavero.',
  startAgain: 'Vuelva a iniciar la aplicación.',
  secretsUnreadable: 'No se puede leer el archivo que abre su frase de contraseña.',
  restoreSecrets: 'No se cambió nada. Restaure el archivo secrets.json en la carpeta de sus datos.',
  passphraseWrong: 'Frase de contraseña incorrecta.',
  checkCapsLock: 'Revise Bloq Mayús y la distribución del teclado.',
  secretsNotWritten: 'No se puede escribir el archivo que protege su frase de contraseña.',
  checkDiskFull: 'Revise que el disco no esté lleno y vuelva a intentarlo.',
  enterPassphrase: 'Ingrese su frase de contraseña para abrir sus datos.',
  askedEachStart: 'La ingresa en cada inicio, porque esta computadora no tiene un llavero.',
  keychainLocked: 'El llavero de esta computadora está bloqueado.',
  unlockUnchanged: 'Desbloquéelo e inténtelo de nuevo. No se cambió nada.',
  unlockAndSaveAgain:
    'Desbloquéelo y después ingrese y guarde todo de nuevo. Puede que solo se haya guardado una parte.',
  keychainUnreachable: 'No se puede acceder al llavero de esta computadora.',
  installKeyring:
    'Instale e inicie un llavero (como gnome-keyring), desbloquéelo y vuelva a iniciar la aplicación. Sin él, los secretos quedarían sin protección en el disco, así que no se guardó nada.',
  unlockAndStartNothingStored: 'Desbloquéelo y vuelva a iniciar la aplicación. No se guardó nada.',
}
