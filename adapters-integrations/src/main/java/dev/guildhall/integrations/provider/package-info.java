/** Calls to the providers that operators have configured, for sign-in and for consent. */
package dev.guildhall.integrations.provider;
