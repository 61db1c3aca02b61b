; Additions to electron-builder's Windows installer.

; Deletes a secret from the keychain. The app's keychain library names it service/account.
!macro deleteSecret ACCOUNT
  System::Call 'advapi32::CredDeleteW(w "Funding Desk/${ACCOUNT}", i 1, i 0) i'
!macroend

; Uninstalling removes the autostart entry and the link handler, which would call a missing program. An update keeps both.
;
; Uninstalling keeps the broker's data, unless the broker chooses here to delete it. An update, which removes the old version first,
; and an administrator's silent run do not ask and keep the data.
!macro customUnInstall
  ${ifNot} ${isUpdated}
    ; Named as Electron does: by the AppUserModelID and by the link scheme. The second value is the task manager's switch.
    DeleteRegValue HKCU "Software\Microsoft\Windows\CurrentVersion\Run" "${APP_ID}"
    DeleteRegValue HKCU "Software\Microsoft\Windows\CurrentVersion\Explorer\StartupApproved\Run" "${APP_ID}"
    DeleteRegKey HKCU "Software\Classes\fundingdesk"
    ${GetParameters} $R0
    ClearErrors
    ${GetOptions} $R0 "/S" $R1
    ${if} ${Errors}
      StrCpy $R2 "Also delete your funding applications, documents, and settings from this computer?$\r$\n$\r$\nThis cannot be undone. Choose No to keep them for a later installation."
      ; Spanish of any country.
      IntOp $R1 $LANGUAGE & 0x3FF
      ${if} $R1 = 10
        StrCpy $R2 "¿Eliminar también sus solicitudes de financiamiento, documentos y ajustes de esta computadora?$\r$\n$\r$\nEsta acción no se puede deshacer. Elija No para conservarlos para una instalación posterior."
      ${endif}
      ${if} ${Cmd} `MessageBox MB_YESNO|MB_ICONQUESTION|MB_DEFBUTTON2 "$R2" IDYES`
        ; Folder names of Electron and the updater.
        RMDir /r "$APPDATA\${PRODUCT_NAME}"
        RMDir /r "$LOCALAPPDATA\funding-desk-updater"
        ; All except the vault's key. Without it, a user without a recovery code could not open a backup on another disk.
        !insertmacro deleteSecret "sandbox/client-secret"
        !insertmacro deleteSecret "sandbox/relay-token"
        !insertmacro deleteSecret "sandbox/proxy-password"
        !insertmacro deleteSecret "production/client-secret"
        !insertmacro deleteSecret "production/relay-token"
        !insertmacro deleteSecret "production/proxy-password"
      ${endif}
    ${endif}
    ClearErrors
  ${endif}
!macroend
