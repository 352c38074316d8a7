/** The keys that sign access tokens (accounts-14). */
package dev.guildhall.ports.key;
