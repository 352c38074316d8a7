/** The profiles of an account (spec/1, contract 1). */
package dev.guildhall.ports.profile;
