/** Logos of integrations, from the icons that their servers name. */
package dev.guildhall.integrations.icon;
