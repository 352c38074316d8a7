/** Files that users upload (spec/2 chat front-end service, contract 5). */
package dev.guildhall.core.file;
