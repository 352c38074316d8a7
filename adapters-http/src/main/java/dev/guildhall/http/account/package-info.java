/** The account service over HTTP. */
package dev.guildhall.http.account;
