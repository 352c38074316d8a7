/** The pages of the chat front-end and the files that they are made of. */
package dev.guildhall.http.pages;
