console.log("guildhall")
