/** The keys that sign access tokens (contract 1). */
package dev.guildhall.ports.key;
