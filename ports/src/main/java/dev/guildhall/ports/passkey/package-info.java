/** Passkeys: credentials of WebAuthn, with which users sign in (accounts-45 to accounts-48). */
@NullMarked
package dev.guildhall.ports.passkey;

import org.jspecify.annotations.NullMarked;
