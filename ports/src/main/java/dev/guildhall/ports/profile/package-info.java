/** The profiles of an account (accounts-30). */
package dev.guildhall.ports.profile;
