/** Consent at the OAuth 2.0 providers of integrations. */
package dev.guildhall.integrations.consent;
